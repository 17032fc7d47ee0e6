/** Colours the site with the operator's accent, or the theme's own for null; its shades follow in the style sheet. */
export function applyAccent(accent: string | null): void {
  // The worker's style element, which every document has.
  document.getElementById('accent')?.remove()
  document.documentElement.style.setProperty('--color-accent', accent)
}
