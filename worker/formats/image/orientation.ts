import { startsWith, viewOf } from '../bytes'

const orientationTag = 0x0112

/**
 * Returns the orientation in the first directory of a TIFF block, as in EXIF (TIFF 6.0, section 2): 1 to 8.
 * Unreadable blocks count as 1, as viewers show them.
 */
export function readOrientation(tiff: Uint8Array): number {
  const little = startsWith(tiff, 'II*\0')
  if (tiff.length < 14 || !(little || startsWith(tiff, 'MM\0*'))) return 1
  const view = viewOf(tiff)
  const directory = view.getUint32(4, little)
  if (directory + 2 > tiff.length) return 1
  const count = view.getUint16(directory, little)
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > tiff.length) return 1
    if (view.getUint16(entry, little) !== orientationTag) continue
    const value = view.getUint16(entry + 8, little)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Builds a TIFF block with the orientation alone, so that a phone's picture isn't shown on its side. */
export function buildOrientation(orientation: number): Uint8Array {
  const tiff = new Uint8Array(26)
  tiff.set([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation])
  return tiff
}

/** Orientations from 5 on turn the picture by a quarter. */
export function shownSize(width: number, height: number, orientation: number) {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}
