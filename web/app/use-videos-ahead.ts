import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { videoQuery } from '../entities/video/video-queries'
import { loadEarly } from '../lib/early-video'
import { loadAhead } from '../lib/lazy-part'
import { readId } from '../lib/paths'

interface VideoLink {
  id: number
  key: string | null
}

/**
 * Gets a video's page ready while its link is being pressed: its files once a mouse or the focus is on a link, its data with
 * the press, since it is read for this link alone, and its video with the click, so that nothing of it waits for the page to be drawn.
 */
export function useVideosAhead(loadPage: () => Promise<unknown>): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const abort = new AbortController()
    const listen = <Name extends keyof DocumentEventMap>(
      name: Name,
      run: (event: DocumentEventMap[Name], link: VideoLink) => void,
    ) => {
      const onEvent = (event: DocumentEventMap[Name]) => {
        const link = videoLink(event)
        if (link) run(event, link)
      }
      document.addEventListener(name, onEvent, { capture: true, passive: true, signal: abort.signal })
    }
    listen('pointerover', () => loadAhead(loadPage))
    listen('focusin', () => loadAhead(loadPage))
    listen('pointerdown', (event, { id, key }) => {
      // A finger on a link may be about to scroll.
      if (event.pointerType !== 'mouse' || !opensHere(event)) return
      void queryClient.prefetchQuery(videoQuery(id, key))
    })
    listen('click', (event, { id, key }) => {
      if (!opensHere(event)) return
      loadAhead(loadPage)
      // The page says what went wrong, when it asks again.
      queryClient.fetchQuery(videoQuery(id, key)).then(
        (video) => video && loadEarly(video),
        () => undefined,
      )
    })
    return () => abort.abort()
  }, [loadPage, queryClient])
}

function opensHere({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}

/** Returns the video that a link under the pointer opens in this window. */
function videoLink({ target }: Event): VideoLink | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.target || link.origin !== location.origin) return null
  const id = readId(/^\/video\/([^/]+)$/.exec(link.pathname)?.[1])
  return id === null ? null : { id, key: new URLSearchParams(link.search).get('key') }
}
