// The search of a site that is read from a folder: browsers start no worker there, so a hidden frame takes its place.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      this.frame.answer = data => setTimeout(() => this.onmessage?.({ data: structuredClone(data) }))
      this.frame.srcdoc = `<script>postMessage = data => frameElement.answer(data)</script><script src="${url}"></script>`
      this.loaded = new Promise(resolve => (this.frame.onload = resolve))
      document.head.append(this.frame)
    }

    postMessage(data) {
      const message = { data: structuredClone(data) }
      this.loaded.then(() => this.frame.contentWindow.onmessage(message))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
