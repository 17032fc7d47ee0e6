/**
 * Moves the focus to the region when a pressed button is removed with its card. Focus that has moved
 * elsewhere meanwhile stays there.
 */
export function takeFocus(region: HTMLElement | null, pressed: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused === pressed || focused === document.body) region?.focus()
}
