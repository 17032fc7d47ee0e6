import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import type { FollowState, Profile } from '#contract/schemas/videos/profiles'
import { feedPath } from '#contract/values/videos/people-lists'
import { call, client } from '../../lib/api'
import { paths } from '../../lib/navigation/paths'
import { withReturnPath } from '../../lib/navigation/with-return-path'
import { bootKeys, key } from '../../lib/query/keys'
import { renew } from '../../lib/query/renew'
import { createToggleQueue } from '../../lib/toggle-queue'
import { errorToast, toast } from '../../ui/feedback/toast'
import { useViewer } from '../viewer/viewer-query'
import { followQuery } from './profile-queries'

type Uploader = Pick<Profile, 'id' | 'username' | 'followers'>

interface Known {
  following: boolean
  /** When the server said so. */
  at: number
}

export interface Following extends FollowState {
  toggle: () => void
}

/**
 * Follows or unfollows an uploader: shown at once, then corrected by the server's answer. Until it is known
 * whether the account follows them, a press follows, as the button says: following twice changes nothing. A
 * state `known` from another response isn't queried while it is fresh.
 */
export function useFollow(uploader: Uploader, known?: Known): Following {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { user, pending } = useViewer()
  const account = user?.id ?? 0
  const { followers } = uploader
  const { data: state = { following: false, followers } } = useQuery({
    ...followQuery(account, uploader.id),
    enabled: user !== null,
    ...(known && { initialData: { following: known.following, followers }, initialDataUpdatedAt: known.at }),
  })

  function toggle() {
    if (user) return followerOf(queryClient, user.id, uploader).toggle(state)
    // Until the viewer is known, no one can be asked to sign in.
    if (!pending)
      toast({
        title: `Sign in to follow ${uploader.username}`,
        description: 'New videos will appear on your home page.',
        action: {
          label: 'Sign in',
          act: () => navigate(withReturnPath(paths.signIn, pathname + search)),
        },
      })
  }

  return { ...state, toggle }
}

interface Follower {
  toggle: (from: FollowState) => void
}

/** One per uploader, whose button may appear on a page more than once. */
const followers = new WeakMap<QueryClient, Map<string, Follower>>()

function followerOf(queryClient: QueryClient, account: number, uploader: Uploader): Follower {
  const ofClient = followers.get(queryClient) ?? new Map<string, Follower>()
  followers.set(queryClient, ofClient)
  const name = `${account}/${uploader.id}`
  const follower = ofClient.get(name) ?? createFollower(queryClient, account, uploader)
  ofClient.set(name, follower)
  return follower
}

function createFollower(queryClient: QueryClient, account: number, { id, username }: Uploader): Follower {
  const { queryKey } = followQuery(account, id)
  /** The state shown before, restored when a request fails: the server's, or the assumed one until it came. */
  let before: FollowState = { following: false, followers: 0 }

  function show(state: FollowState) {
    // A response to an earlier request would undo the change on the screen.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, state)
  }

  const queue = createToggleQueue({
    send: (on) => sendFollow(id, on),
    onSettled(state: FollowState) {
      show(state)
      void queryClient.invalidateQueries({ queryKey: bootKeys.profile(username) })
      void renew(queryClient, { queryKey: key('account', 'follows') })
      void renewFeed(queryClient)
      toast(
        state.following
          ? { title: `Following ${username}`, description: 'New videos will appear on your home page.' }
          : { title: 'Unfollowed', description: `You no longer follow ${username}.` },
      )
    },
    onFailed(confirmed, error) {
      show(confirmed ?? before)
      // The request may have arrived, with only its response lost; and the state restored may only have been
      // assumed.
      void queryClient.invalidateQueries({ queryKey })
      errorToast('Action failed', error)
    },
  })

  return {
    toggle(from) {
      if (queue.idle) before = from
      const on = !from.following
      show({ following: on, followers: Math.max(0, from.followers + (on ? 1 : -1)) })
      queue.set(on)
    },
  }
}

function sendFollow(id: number, on: boolean): Promise<FollowState> {
  const request = { param: { id: String(id) } }
  const { follow } = client.api.users[':id']
  return call(on ? follow.$put(request) : follow.$delete(request))
}

/** Refetches every list of the feed, found by the path that its URL begins with. */
function renewFeed(queryClient: QueryClient): Promise<void> {
  return renew(queryClient, {
    predicate: ({ queryKey: [area, , path] }) =>
      area === 'videos' && typeof path === 'string' && path.startsWith(feedPath),
  })
}
