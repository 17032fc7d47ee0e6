import { useQuery } from '@tanstack/react-query'
import { counts } from '#contract/values/shared/limits'
import { feedQuery, trendingQuery } from '#web/entities/video/list-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { HomeSection } from './home-section'
import { VideoGrid } from './video-grid'

/** Shows the trending videos; renders nothing if there are none. */
export function TrendingSection() {
  const { data } = useQuery(trendingQuery)
  return <Row title="Trending" allPath={paths.trending} videos={data?.items} />
}

/** Shows videos by people the account follows; nothing to an account that follows no one. */
export function FollowingSection() {
  const { user } = useViewer()
  const { data } = useQuery({ ...feedQuery, enabled: user !== null })
  return (
    <Row title="From people you follow" allPath={paths.following} videos={user ? data?.items : []} named />
  )
}

type Grid = Pick<Parameters<typeof VideoGrid>[0], 'videos' | 'named'>

function Row({ title, allPath, videos, named = false }: Grid & { title: string; allPath: string }) {
  if (!videos?.length) return null
  return (
    <HomeSection title={title} allPath={allPath}>
      <VideoGrid videos={videos} skeletons={counts.section} label={title} named={named} row />
    </HomeSection>
  )
}
