import { useQuery } from '@tanstack/react-query'
import type { Video } from '#contract/schemas/videos/video'
import { followersLabel } from '../../lib/followers-label'
import { useViewer } from '../viewer/viewer-query'
import { Avatar } from './avatar'
import { FollowButton } from './follow-button'
import { profileQuery } from './profile-queries'
import { useFollow } from './use-follow'

/**
 * Lays an uploader's picture over the letter beside the name, and puts the followers and the button at the
 * end of the line. Loaded on demand, after the page.
 */
export function UploaderExtras({ uploader }: { uploader: Video['uploader'] }) {
  const { data: profile } = useQuery(profileQuery(uploader.username))
  const { user } = useViewer()
  // Asked beside the profile: until that is here, nothing shows.
  const follow = useFollow(profile ?? { ...uploader, followers: 0 })
  if (!profile) return null
  return (
    <>
      <Avatar
        {...profile}
        url={profile.avatarUrl}
        className="absolute top-1/2 left-0 size-10 -translate-y-1/2"
      />
      <span className="ml-auto shrink-0 text-faint text-meta tabular-nums max-sm:hidden">
        {followersLabel(follow.followers)}
      </span>
      {user?.id === profile.id ? null : (
        <FollowButton uploader={profile} follow={follow} className="max-sm:ml-auto" />
      )}
    </>
  )
}
