/**
 * Returns the `srcset` of a poster in several widths. Its own address is the widest's; its signature covers those of the
 * others.
 */
export function posterSrcset(thumbnailUrl: string, widths: readonly number[]): string {
  const [widest, ...others] = widths
  const narrower = others.map((width) => `${thumbnailUrl.replace('/poster.', `/poster-${width}.`)} ${width}w`)
  return [`${thumbnailUrl} ${widest}w`, ...narrower].join(', ')
}
