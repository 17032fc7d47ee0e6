/** Parts of equal length that a video is divided into, to show how far people watch. */
export const curveBins = 20

/** Up to this many views, every view sends its curve; after that, one in `sampledOneIn` does. */
const sampledAfter = 1000
export const sampledOneIn = 8

/** Returns the share of a video's views that send their curve. */
export function curveShare(views: number): number {
  return views < sampledAfter ? 1 : 1 / sampledOneIn
}
