/** Where what was pressed goes with its card, the region takes the focus; whoever has moved on in the meantime stays there. */
export function takeFocus(region: HTMLElement | null, pressed: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused === pressed || focused === document.body) region?.focus()
}
