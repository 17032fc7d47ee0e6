/** Colours the site with the operator's accent, or the theme's own for null; its shades follow in the style sheet. */
export function applyAccent(accent: string | null): void {
  document.documentElement.style.setProperty('--color-accent', accent)
}
