import type { PointerEvent } from 'react'

/**
 * For the `article` of a card whose picture is in a box with `data-preview`, the address of a short clip. What plays it
 * is loaded when something first points at a card, and looks after all of them from then on.
 */
export function awaitPreview({ nativeEvent }: PointerEvent): void {
  void import('./preview-runner').then(({ startPreviews }) => startPreviews(nativeEvent))
}
