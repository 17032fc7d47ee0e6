import type { PointerEvent } from 'react'

/**
 * Prepares the preview of a card: its `article` holds the picture in a box whose `data-preview` is the
 * address of a short clip. The runner loads on the first pointer event and serves all cards from then on.
 */
export function awaitPreview({ nativeEvent }: PointerEvent): void {
  void import('./runner').then(({ startPreviews }) => startPreviews(nativeEvent))
}
