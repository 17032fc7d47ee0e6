import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { forgetPlayFrom } from '#web/entities/video/playback/play-from'
import { videoQuery } from '#web/entities/video/video-queries'
import { ChipBar } from '#web/features/visit/catalogue/chip-bar.tsx'
import { RelatedVideos } from '#web/features/visit/watch/next/related-videos.tsx'
import { StateBanners } from '#web/features/visit/watch/stage/status/banners.tsx'
import { VideoStage } from '#web/features/visit/watch/stage/video-stage.tsx'
import { WatchSkeleton } from '#web/features/visit/watch/stage/watch-skeleton.tsx'
import { VideoInfo } from '#web/features/visit/watch/video-info.tsx'
import { lazyExtra, lazyPart } from '#web/lib/lazy-part'
import { paths, readId } from '#web/lib/navigation/paths'
import { withReturnPath } from '#web/lib/navigation/with-return-path'
import { invalidateVideos } from '#web/lib/query/invalidate-videos'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { toast } from '#web/ui/feedback/toast'

const VideoNotFound = lazyPart(() => import('#web/features/visit/watch/video-not-found.tsx'), 'VideoNotFound')
const PlayedList = lazyExtra(() => import('#web/features/visit/watch/list/played-list.tsx'), 'PlayedList')
const VideoActions = lazyExtra(() => import('../../parts/video-actions'), 'VideoActions')

const CommentsBelow = lazyExtra(
  () => import('#web/features/visit/comments/comments-below.tsx'),
  'CommentsBelow',
)

/** The owner waits here while the file is being checked. */
const processingPollMs = 2000

export function VideoPage() {
  const id = readId(useParams().id)
  const params = new URLSearchParams(useLocation().search)
  const key = params.get('key')
  const { data: categories } = useQuery(categoriesQuery)
  const { data, error, refetch } = useQuery({
    ...videoQuery(id ?? 0, key),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? processingPollMs : false),
  })
  const video = id === null ? null : data
  const category = categories?.find((each) => each.id === video?.categoryId)
  usePageTitle(video === null ? 'Video not found' : video?.title)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page of another video is another page
  useEffect(() => forgetPlayFrom, [id])

  return (
    <>
      <ChipBar active={category?.slug ?? null} />
      {video === null ? (
        <Suspense>
          <VideoNotFound />
        </Suspense>
      ) : error && !video ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <div className="page watch-grid sm:pt-2">
          {video ? <Watch video={video} /> : <WatchSkeleton videoId={id ?? 0} />}
          <RelatedVideos
            video={video}
            list={
              id !== null && params.has('list') ? (
                <Suspense fallback={<div className="mb-6 h-96" />}>
                  <PlayedList videoId={id} />
                </Suspense>
              ) : null
            }
          />
        </div>
      )}
    </>
  )
}

function Watch({ video }: { video: Video }) {
  const { pathname, search } = useLocation()
  const queryClient = useQueryClient()
  const signInLink = (
    <Link
      to={withReturnPath(paths.signIn, pathname + search)}
      className="mt-2 rounded-badge text-dim text-meta underline underline-offset-3 hover:text-text"
    >
      Already a member? Sign In
    </Link>
  )

  async function savePoster(picture: Blob) {
    // Loaded on demand: most people who open the page only watch, and never upload.
    const { setPoster } = await import('#web/features/publish/upload/pictures/set-poster')
    queryClient.setQueryData(videoQuery(video.id).queryKey, await setPoster(video, picture))
    void invalidateVideos(queryClient)
    toast({ title: 'Thumbnail updated', description: "This frame is now the video's thumbnail." })
  }

  return (
    <article>
      <VideoStage video={video} signInLink={signInLink} savePoster={savePoster} />
      <StateBanners video={video} />
      <VideoInfo
        video={video}
        actions={
          <Suspense>
            <VideoActions key={video.id} video={video} />
          </Suspense>
        }
      />
      {typeof video.comments === 'number' ? (
        <Suspense fallback={<div className="h-40" />}>
          <CommentsBelow key={video.id} video={video} />
        </Suspense>
      ) : null}
    </article>
  )
}
