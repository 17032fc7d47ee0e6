import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { videoQuery } from '../../entities/video/video-queries'
import { useViewer } from '../../entities/viewer/viewer-query'
import { loadAhead } from '../../lib/lazy-part'
import { readId } from '../../lib/navigation/paths'
import { dropEarly, earlyVideo } from '../../player/dom/early-element'

const loadPage = () => import('../pages/visit/video')
/** Among the files of that page. */
const loadStarter = () => import('../../features/visit/watch/stage/start/load-ahead')

/**
 * Gets a video's page ready while its link is being pressed: its files once a mouse or the focus is on a link, its data
 * with the press, and its video with the click, before the page is drawn. See docs/decisions/056-videos-ahead.md.
 */
export function VideosAhead(): null {
  const queryClient = useQueryClient()
  const { key: place } = useLocation()
  const { user } = useViewer()

  useEffect(() => {
    const abort = new AbortController()
    let starter: ReturnType<typeof loadStarter> | null = null
    const loadFiles = () => {
      if (starter) return starter
      loadAhead(loadPage)
      starter = loadStarter()
      starter.catch(() => (starter = null))
      return starter
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
    listen('pointerdown', (event, { id, key }) => {
      if (event.pointerType === 'mouse' && opensHere(event))
        void queryClient.prefetchQuery(videoQuery(id, key))
    })
    listen('click', (event, { id, key, path, isPart }) => {
      if (!opensHere(event)) return
      const ready = Promise.all([queryClient.fetchQuery(videoQuery(id, key)), loadFiles()])
      ready.then(
        // In a task of its own, by which the router has followed the link, unless something else took the click.
        ([video, { loadVideoAhead }]) =>
          setTimeout(() => {
            if (video && !isPart && path === location.pathname) loadVideoAhead(video, user)
          }),
        // The page asks again, and says what went wrong.
        () => undefined,
      )
    })
    addEventListener('popstate', dropUnlessHere, { signal: abort.signal })
    return () => abort.abort()
  }, [queryClient, user])

  // biome-ignore lint/correctness/useExhaustiveDependencies(place): the video may be another page's
  useEffect(dropUnlessHere, [place])

  return null
}

interface VideoLink {
  id: number
  key: string | null
  path: string
  /** It names a second, so the video doesn't begin at its beginning. */
  isPart: boolean
}

/** Returns the video that a link under the pointer opens in this window, on another page than this. */
function videoLink({ target }: Event): VideoLink | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.target || link.origin !== location.origin || link.pathname === location.pathname)
    return null
  const id = videoOf(link.pathname)
  const search = new URLSearchParams(link.search)
  return id === null ? null : { id, key: search.get('key'), path: link.pathname, isPart: search.has('t') }
}

function videoOf(path: string): number | null {
  return readId(/^\/video\/([^/]+)\/*$/.exec(path)?.[1])
}

function opensHere({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}

/** Drops the video that loads for a page that was left before its player came. */
function dropUnlessHere(): void {
  const video = earlyVideo()
  if (video && Number(video.dataset.video) !== videoOf(location.pathname)) dropEarly()
}
