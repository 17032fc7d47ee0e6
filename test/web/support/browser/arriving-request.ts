/** An XHR, which carries the parts of an upload; this one always arrives. */
export class ArrivingRequest extends EventTarget {
  readonly upload = new EventTarget()
  status = 200
  responseText = ''
  open(_: string, path: string) {
    this.responseText = JSON.stringify({ received: Number(path.split('/').at(-1)) })
  }
  setRequestHeader() {}
  abort() {}
  send() {
    queueMicrotask(() => {
      this.dispatchEvent(new Event('load'))
      this.dispatchEvent(new Event('loadend'))
    })
  }
}
