/** Colours the site with the operator's accent, or the theme's own for null; its shades follow. */
export function applyAccent(accent: string | null): void {
  const { style } = document.documentElement
  const shades = {
    '--color-accent': accent,
    '--color-accent-bright': accent && `color-mix(in oklab, ${accent} 85%, white)`,
    '--color-accent-ink': accent && `color-mix(in oklab, ${accent} 20%, black)`,
  }
  for (const [name, value] of Object.entries(shades)) style.setProperty(name, value)
}
