import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { earlyVideoId } from '../../contract/values/videos/media'
import { videoQuery } from '../entities/video/video-queries'
import { loadAhead } from '../lib/lazy-part'
import { paths, readId } from '../lib/paths'

/** A file of the video page, of which the entry needs nothing by itself. */
const loadEarlyVideo = () => import('../player/dom/early-video')

/**
 * Gets a video's page ready while its link is being pressed: its files once a mouse or the focus is on a link, its data
 * with the press, and its video with the click, before the page is drawn. See docs/decisions/056-videos-ahead.md.
 */
export function useVideosAhead(loadPage: () => Promise<unknown>): void {
  const queryClient = useQueryClient()
  const { pathname } = useLocation()

  useEffect(() => {
    const abort = new AbortController()
    let early: ReturnType<typeof loadEarlyVideo> | null = null
    const loadFiles = () => {
      if (early) return early
      loadAhead(loadPage)
      early = loadEarlyVideo()
      early.catch(() => (early = null))
      return early
    }
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
    // A finger on a link may be about to scroll.
    listen('pointerover', ({ pointerType }) => pointerType === 'mouse' && loadFiles())
    listen('focusin', loadFiles)
    listen('pointerdown', (event, { id, key, path }) => {
      if (event.pointerType !== 'mouse' || !opensHere(event) || path === location.pathname) return
      void queryClient.prefetchQuery(videoQuery(id, key))
    })
    let wanted: string | null = null
    listen('click', (event, { id, key, path, isPart }) => {
      if (!opensHere(event)) return
      wanted = path
      Promise.all([queryClient.fetchQuery(videoQuery(id, key)), loadFiles()]).then(
        ([video, { loadEarly }]) => {
          if (!video || video.position || isPart || wanted !== path) return
          loadEarly(video)
          // Something else may take the click, and the page may be left already.
          setTimeout(dropUnlessHere)
        },
        // The page asks again, and says what went wrong.
        () => undefined,
      )
    })
    addEventListener('popstate', dropUnlessHere, { signal: abort.signal })
    return () => abort.abort()
  }, [loadPage, queryClient])

  // biome-ignore lint/correctness/useExhaustiveDependencies(pathname): where it leads may be another page
  useEffect(dropUnlessHere, [pathname])
}

interface VideoLink {
  id: number
  key: string | null
  path: string
  /** It names a second, so the video doesn't begin at its beginning. */
  isPart: boolean
}

/** Returns the video that a link under the pointer opens in this window. */
function videoLink({ target }: Event): VideoLink | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.target || link.origin !== location.origin) return null
  const id = readId(/^\/video\/([^/]+)$/.exec(link.pathname)?.[1])
  const search = new URLSearchParams(link.search)
  return id === null ? null : { id, key: search.get('key'), path: link.pathname, isPart: search.has('t') }
}

function opensHere({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}

/** Ends what loads for a page that was left before its player came. */
function dropUnlessHere(): void {
  const video = document.getElementById(earlyVideoId)
  if (!video || paths.video(Number(video.dataset.video)) === location.pathname) return
  void loadEarlyVideo().then(({ dropEarly }) => dropEarly())
}
