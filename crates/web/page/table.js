// A table that a desk has made.

/** The table element of a heading and rows. */
export function table({ heading, rows }) {
  const row = (kind) => (cells) => {
    const line = document.createElement("tr");
    for (const cell of cells) line.append(Object.assign(document.createElement(kind), { textContent: cell }));
    return line;
  };
  const element = document.createElement("table");
  element.append(row("th")(heading), ...rows.map(row("td")));
  return element;
}
