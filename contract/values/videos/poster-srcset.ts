/**
 * Returns the `srcset` of a poster in several widths. The poster's own URL is that of the widest; its
 * signature covers the URLs of the others.
 */
export function posterSrcset(thumbnailUrl: string, widths: readonly number[]): string {
  const [widest, ...others] = widths
  const narrower = others.map((width) => `${thumbnailUrl.replace('/poster.', `/poster-${width}.`)} ${width}w`)
  return [`${thumbnailUrl} ${widest}w`, ...narrower].join(', ')
}
