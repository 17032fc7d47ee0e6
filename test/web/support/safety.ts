import type {
  AdminAppeal,
  AdminRemovalRequest,
  AdminReport,
  OwnRemoval,
  RemovalReceipt,
  ReportReceipt,
} from '#contract/schemas/moderation/safety'

const at = '2026-11-20T12:00:00.000Z'
const hour = 3_600_000

export function makeReportReceipt(over: Partial<ReportReceipt> = {}): ReportReceipt {
  return {
    code: 'R-7K2M-9QXD',
    at,
    dueAt: '2026-12-01T12:00:00.000Z',
    videoId: 1,
    videoTitle: 'Convergence',
    reason: 'spam',
    status: 'open',
    decision: null,
    takenBackAt: null,
    ...over,
  }
}

/** Returns the receipt of a request made seven hours ago. */
export function makeRemovalReceipt(over: Partial<RemovalReceipt> = {}): RemovalReceipt {
  return {
    token: 'aaaabbbbccccdddd',
    at: new Date(Date.now() - 7 * hour).toISOString(),
    dueAt: new Date(Date.now() + 41 * hour + 30_000).toISOString(),
    url: 'https://example.org/video/1',
    videoTitle: 'Convergence',
    reason: 'without_consent',
    status: 'open',
    ofList: false,
    hidden: true,
    decision: null,
    takenBackAt: null,
    ...over,
  }
}

export function makeOwnRemoval(id: number, over: Partial<OwnRemoval> = {}): OwnRemoval {
  return {
    id,
    videoId: 100 + id,
    videoTitle: `Taken down ${id}`,
    reason: 'copyright',
    statement: 'The music belongs to a label that complained.',
    at,
    appealUntil: '2026-12-04T12:00:00.000Z',
    appeal: null,
    ...over,
  }
}

export const caseVideo = {
  id: 1,
  title: 'Convergence',
  thumbnailUrl: '/media/poster-1.jpg',
  isPremium: false,
  review: 'approved',
  hold: null,
  isPublic: true,
}

export function makeAdminReport(id: number, over: Partial<AdminReport> = {}): AdminReport {
  return {
    id,
    code: `R-${id}`,
    at,
    dueAt: '2026-12-01T12:00:00.000Z',
    video: caseVideo,
    videoId: 1,
    videoTitle: 'Convergence',
    uploader: { id: 3, username: 'creator' },
    reporter: { id: 9, username: 'member' },
    bySystem: false,
    hasEmail: typeof over.email === 'string',
    email: null,
    reason: 'spam',
    details: '',
    seconds: null,
    status: 'open',
    decidedBy: null,
    decision: null,
    isOfFlood: false,
    openOfVideo: 1,
    ...over,
  }
}

export function makeRequest(id: number, over: Partial<AdminRemovalRequest> = {}): AdminRemovalRequest {
  return {
    id,
    at,
    dueAt: new Date(Date.now() + 41 * hour + 30_000).toISOString(),
    escalated: 0,
    url: 'https://example.org/video/1',
    video: { ...caseVideo, hold: 'quarantine' },
    videoId: 1,
    videoTitle: 'Convergence',
    listKey: null,
    uploader: { id: 3, username: 'creator' },
    reason: 'without_consent',
    relation: 'depicted',
    name: 'Anna Example',
    email: 'anna@example.org',
    statement: 'I am the person in it, and never agreed.',
    signature: 'Anna Example',
    status: 'open',
    decidedBy: null,
    decision: null,
    ...over,
  }
}

export function makeAppeal(id: number, over: Partial<AdminAppeal> = {}): AdminAppeal {
  return {
    ...makeOwnRemoval(id),
    videoTitle: 'Convergence',
    appealUntil: null,
    restoredAt: null,
    appeal: { at, text: 'I have a licence for the music.', status: 'open', note: null },
    uploader: { id: 3, username: 'creator' },
    video: { ...caseVideo, hold: 'removed' },
    removedBy: { id: 8, username: 'admin' },
    ...over,
  }
}
