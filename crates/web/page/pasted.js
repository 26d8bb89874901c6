// The form that takes a text, pasted or from a file.

/** Calls `load` with the text whenever the form is sent or a file is chosen. */
export function onPaste(load) {
  const at = (id) => document.getElementById(id);
  const form = at("paste");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    load(at("pasted").value);
  });
  at("pasted-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    at("pasted").value = await file.text();
    event.target.value = "";
    form.requestSubmit();
  });
}
