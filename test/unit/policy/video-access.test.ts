import { describe, expect, it } from 'vitest'
import { holds, posterStyles, reviews, videoStatuses } from '../../../contract/values/videos/videos'
import {
  type AccessClass,
  isOpenByLink,
  isPubliclyVisible,
  mayEdit,
  mayPlay,
  maySee,
  mediaClass,
  posterClass,
  teaserClass,
  type VideoActor,
} from '../../../worker/policy/video-access'

const ownerId = 7
const actors = {
  visitor: { kind: 'visitor', role: 'visitor' },
  user: { kind: 'user', id: 1, role: 'user' },
  member: { kind: 'user', id: 2, role: 'member' },
  owner: { kind: 'user', id: ownerId, role: 'user' },
  memberOwner: { kind: 'user', id: ownerId, role: 'member' },
  administrator: { kind: 'user', id: 3, role: 'administrator' },
} as const satisfies Record<string, VideoActor>
type Name = keyof typeof actors

type Video = Parameters<typeof posterClass>[0]

const shown: Video = {
  userId: ownerId,
  status: 'ready',
  review: 'approved',
  hold: null,
  isPublic: true,
  isPremium: false,
  posterStyle: 'clear',
}

const states = {
  free: shown,
  premium: { ...shown, isPremium: true },
  'premium, blurred': { ...shown, isPremium: true, posterStyle: 'blurred' },
  'free, blurred': { ...shown, posterStyle: 'blurred' },
  private: { ...shown, isPublic: false },
  'private premium': { ...shown, isPublic: false, isPremium: true },
  pending: { ...shown, review: 'pending' },
  rejected: { ...shown, review: 'rejected', isPublic: false },
  processing: { ...shown, status: 'processing' },
  failed: { ...shown, status: 'failed' },
  quarantine: { ...shown, hold: 'quarantine' },
  removed: { ...shown, hold: 'removed' },
  ban: { ...shown, hold: 'ban' },
  deletion: { ...shown, hold: 'deletion' },
  trash: { ...shown, hold: 'trash' },
} as const satisfies Record<string, Video>

/** see, edit, class of the source, class of the poster. */
type Cell = `${'see' | '-'} ${'edit' | '-'} ${AccessClass | '-'} ${AccessClass | '-'}`
type Row = Record<Name, Cell>

const nothing = '- - - -'
const isPublic = { visitor: 'see - free free', user: 'see - free free', member: 'see - free free' } as const
const isHidden = { visitor: nothing, user: nothing, member: nothing } as const
const own = { owner: 'see edit owner owner', memberOwner: 'see edit owner owner' } as const
const unready = { owner: 'see edit - owner', memberOwner: 'see edit - owner' } as const
const administrator = 'see edit owner owner'
const heldBack: Row = { ...isHidden, owner: nothing, memberOwner: nothing, administrator }

const table: Record<keyof typeof states, Row> = {
  free: {
    ...isPublic,
    owner: 'see edit free free',
    memberOwner: 'see edit free free',
    administrator: 'see edit free free',
  },
  premium: {
    visitor: 'see - - free',
    user: 'see - - free',
    member: 'see - premium free',
    owner: 'see edit owner free',
    memberOwner: 'see edit owner free',
    administrator: 'see edit premium free',
  },
  'premium, blurred': {
    visitor: 'see - - -',
    user: 'see - - -',
    member: 'see - premium premium',
    owner: 'see edit owner owner',
    memberOwner: 'see edit owner owner',
    administrator: 'see edit premium premium',
  },
  'free, blurred': {
    ...isPublic,
    owner: 'see edit free free',
    memberOwner: 'see edit free free',
    administrator: 'see edit free free',
  },
  private: { ...isHidden, ...own, administrator },
  'private premium': { ...isHidden, ...own, administrator },
  pending: { ...isHidden, ...own, administrator },
  rejected: { ...isHidden, ...own, administrator },
  processing: { ...isHidden, ...unready, administrator: 'see edit - owner' },
  failed: { ...isHidden, ...unready, administrator: 'see edit - owner' },
  quarantine: { ...isHidden, owner: 'see - - -', memberOwner: 'see - - -', administrator },
  removed: heldBack,
  ban: heldBack,
  deletion: heldBack,
  trash: heldBack,
}

const cells = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(([actor, expected]) => ({
    state: state as keyof typeof states,
    actor: actor as Name,
    expected,
  })),
)

describe('access to a video', () => {
  it.each(cells)('$state, $actor: $expected', ({ state, actor, expected }) => {
    const [video, who] = [states[state], actors[actor]]
    const found = [
      maySee(video, who) ? 'see' : '-',
      mayEdit(video, who) ? 'edit' : '-',
      mediaClass(video, who) ?? '-',
      posterClass(video, who) ?? '-',
    ]
    expect(found.join(' ')).toBe(expected)
    expect(mayPlay(video, who)).toBe(mediaClass(video, who) !== null)
  })
})

describe('an unlisted video', () => {
  const unlistedKey = 'a key of 128 bits'
  const open = { ...shown, isPublic: false, unlistedKey, givenKey: unlistedKey }

  it('is what a public one is to those who have its key', () => {
    for (const [name, actor] of Object.entries(actors)) {
      for (const isPremium of [false, true]) {
        const [byKey, listed] = [open, shown].map((video) => ({ ...video, isPremium }))
        const classes = (video: Video) => [mediaClass, posterClass, teaserClass].map((of) => of(video, actor))
        expect([name, classes(byKey as Video)]).toEqual([name, classes(listed as Video)])
        expect([name, mayEdit(byKey as Video, actor)]).toEqual([name, mayEdit(listed as Video, actor)])
      }
    }
    expect([isOpenByLink(open), isPubliclyVisible(open)]).toEqual([true, false])
  })

  it('is private without it, and while anything else keeps it back', () => {
    const wrong = [
      null,
      undefined,
      '',
      'a',
      unlistedKey.slice(1),
      `${unlistedKey}x`,
      unlistedKey.toUpperCase(),
    ]
    const others: Partial<Video>[] = [
      ...wrong.map((givenKey) => ({ givenKey })),
      ...[null, undefined, ''].map((none) => ({ unlistedKey: none as string, givenKey: none })),
      ...videoStatuses.flatMap((status) => (status === 'ready' ? [] : [{ status }])),
      ...reviews.flatMap((review) => (review === 'approved' ? [] : [{ review }])),
      ...holds.map((hold) => ({ hold })),
    ]
    for (const change of others) {
      const video = { ...open, ...change }
      expect([change, isOpenByLink(video), maySee(video, actors.member)]).toEqual([change, false, false])
      expect([change, teaserClass(video, actors.member), posterClass(video, actors.visitor)]).toEqual([
        change,
        ...[null, null],
      ])
    }
  })
})

describe('over every state a video can be in', () => {
  const all: Video[] = videoStatuses.flatMap((status) =>
    reviews.flatMap((review) =>
      [null, ...holds].flatMap((hold) =>
        [true, false].flatMap((visible) =>
          [true, false].flatMap((isPremium) =>
            posterStyles.map((posterStyle) => ({
              userId: ownerId,
              ...{ status, review, hold, isPublic: visible, isPremium, posterStyle },
            })),
          ),
        ),
      ),
    ),
  )

  it('strangers know of exactly what is ready, approved, public and without a hold', () => {
    for (const video of all) {
      const { status, review, hold } = video
      const expected = status === 'ready' && review === 'approved' && hold === null && video.isPublic
      expect(isPubliclyVisible(video)).toBe(expected)
      for (const name of ['visitor', 'user', 'member'] as const) {
        expect(maySee(video, actors[name])).toBe(expected)
        expect(mayEdit(video, actors[name])).toBe(false)
        const classes = [mediaClass, posterClass, teaserClass].map((classOf) => classOf(video, actors[name]))
        if (!expected) expect(classes).toEqual([null, null, null])
        else expect(classes.at(-1)).toBe('free')
      }
    }
  })

  it('nobody edits or gets a file of what they may not see, and a hold keeps every file from the owner', () => {
    for (const video of all) {
      for (const actor of Object.values(actors)) {
        const opened = mayEdit(video, actor) || mayPlay(video, actor) || posterClass(video, actor) !== null
        if (opened) expect(maySee(video, actor)).toBe(true)
      }
      if (video.hold !== null) {
        expect([mediaClass(video, actors.owner), posterClass(video, actors.owner)]).toEqual([null, null])
      }
      expect(maySee(video, actors.administrator)).toBe(true)
    }
  })
})
