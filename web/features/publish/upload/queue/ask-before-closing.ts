let isBusy = () => false

/** Asks before this tab is closed while `busy` says that closing it would stop or lose something. */
export function askBeforeClosing(busy: () => boolean): void {
  isBusy = busy
  addEventListener('beforeunload', ask)
}

export function stopAsking(): void {
  removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent): void {
  if (isBusy()) event.preventDefault()
}
