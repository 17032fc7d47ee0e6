import { useQuery } from '@tanstack/react-query'
import { continueQuery } from '#web/entities/video/history/queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { HomeSection } from './home-section'
import { VideoCard } from './video-card'

const title = 'Continue watching'

/** Shows the account's unfinished videos; renders nothing without any. */
export function ContinueSection() {
  const { user } = useViewer()
  const { data } = useQuery({ ...continueQuery, enabled: user !== null })
  if (!user || !data?.items.length) return null
  return (
    <HomeSection title={title} allPath={paths.history}>
      {/* Room for the focus ring, which the scroller would clip. */}
      <ul
        aria-label={title}
        className="no-scrollbar -mx-4 -my-1 grid auto-cols-[70%] grid-flow-col gap-4 overflow-x-auto px-4 py-1 sm:auto-cols-[14.75rem] lg:auto-cols-[calc((100%-64px)/5)]"
      >
        {data.items.map((video) => (
          <li key={video.id}>
            <VideoCard video={video} />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
