import { describe, expect, it } from 'vitest'
import { holds, posterStyles, reviews, videoStatuses } from '#contract/values/videos/video'
import {
  type AccessClass,
  downloadClass,
  isOpenByLink,
  isPubliclyVisible,
  looksAtCase,
  mayEdit,
  mayOpenCase,
  mayPlay,
  maySee,
  maySeeStatistics,
  mediaClass,
  posterClass,
  teaserClass,
  type VideoActor,
} from '#worker/policy/video-access'

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

/** May see it, may edit it, class of the source, class of the poster. */
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
    expect(isOpenByLink({ ...open, isPublic: true })).toBe(false)
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
        null,
        null,
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
              status,
              review,
              hold,
              isPublic: visible,
              isPremium,
              posterStyle,
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

describe('what its viewers did', () => {
  it.each([
    ['visitor', false],
    ['user', false],
    ['member', false],
    ['owner', true],
    ['memberOwner', true],
    ['administrator', true],
  ] as const)('is shown to %s: %s, whatever state it is in', (name, expected) => {
    for (const video of Object.values(states)) expect(maySeeStatistics(video, actors[name])).toBe(expected)
  })
})

describe('the file itself', () => {
  const classOf = (video: Video, name: Name, allowDownload: boolean) =>
    downloadClass({ ...video, allowDownload }, actors[name])

  it.each([
    ['visitor', null, null],
    ['user', null, null],
    ['member', 'premium', null],
    ['owner', 'owner', 'owner'],
    ['administrator', 'owner', 'owner'],
  ] as const)('is handed to %s as %s where it is allowed, otherwise as %s', (name, allowed, otherwise) => {
    for (const state of ['free', 'premium'] as const) {
      const found = [classOf(states[state], name, true), classOf(states[state], name, false)]
      expect(found).toEqual([allowed, otherwise])
    }
  })

  it('is handed to nobody who may not play it', () => {
    for (const video of Object.values(states)) {
      for (const name of Object.keys(actors) as Name[]) {
        if (!mayPlay(video, actors[name])) expect(classOf(video, name, true)).toBeNull()
      }
    }
  })
})

describe('the case viewer', () => {
  const staff = (role: 'support' | 'moderator' | 'administrator', inCase?: true): VideoActor => ({
    kind: 'user',
    id: 9,
    role,
    ...(inCase && { inCase }),
  })
  const opens = (state: keyof typeof states, actor: VideoActor, isInQuestion = false) =>
    mayOpenCase({ ...states[state], isInQuestion }, actor)
  const names = Object.keys(states) as (keyof typeof states)[]

  it('opens to moderators what everyone sees, and what awaits a decision', () => {
    const opened = names.filter((state) => opens(state, staff('moderator')))
    expect(opened).toEqual(['free', 'premium', 'premium, blurred', 'free, blurred', 'pending', 'quarantine'])
  })

  it('opens to them what somebody reported, unless it was removed', () => {
    const opened = names.filter((state) => opens(state, staff('moderator'), true))
    expect(opened).toEqual(names.filter((state) => state !== 'removed'))
  })

  it('opens nothing that waits for review while it is held', () => {
    const held = { ...states.pending, hold: 'ban', isInQuestion: false } as const
    expect(mayOpenCase(held, staff('moderator'))).toBe(false)
  })

  it('opens everything to administrators, and nothing to support or its owner', () => {
    for (const state of names) {
      expect(opens(state, staff('administrator'))).toBe(true)
      for (const actor of [staff('support'), actors.owner, actors.visitor])
        expect(opens(state, actor, true)).toBe(false)
    }
  })

  it('signs every file for reviewers alone, and hands out none', () => {
    const reviewer = staff('moderator', true)
    expect(looksAtCase(reviewer)).toBe(true)
    for (const state of names) {
      const video = states[state]
      expect(mediaClass(video, reviewer)).toBe(video.status === 'ready' ? 'case' : null)
      expect([posterClass(video, reviewer), teaserClass(video, reviewer)]).toEqual(['case', 'case'])
      expect(downloadClass({ ...video, allowDownload: true }, reviewer)).toBeNull()
    }
  })

  it('is nothing that others could ask for', () => {
    expect(looksAtCase(staff('moderator'))).toBe(false)
    expect(looksAtCase(staff('support', true))).toBe(false)
    expect(looksAtCase({ ...actors.owner, inCase: true })).toBe(false)
    expect(looksAtCase(actors.visitor)).toBe(false)
    expect(mediaClass(states.quarantine, staff('support', true))).toBeNull()
  })
})
