import type { AdminComment } from '#contract/schemas/moderation/comments'
import type { Comment } from '#contract/schemas/videos/comments'

const at = '2026-11-20T10:00:00.000Z'

export function makeComment(id: number, over: Partial<Comment> = {}): Comment {
  return {
    id,
    videoId: 1,
    parentId: null,
    state: 'shown',
    body: `Comment ${id}`,
    author: { id: 30, username: 'juniper', avatarUrl: null, hasPage: true },
    createdAt: at,
    editedAt: null,
    editableUntil: null,
    likes: 0,
    likedByMe: false,
    replies: 0,
    isPinned: false,
    byUploader: false,
    ...over,
  }
}

export function makeQueuedComment(id: number, over: Partial<AdminComment> = {}): AdminComment {
  return {
    id,
    at,
    editedAt: null,
    author: { id: 30, username: 'juniper' },
    body: `Comment ${id}`,
    state: 'shown',
    heldFor: null,
    repliesTo: null,
    video: { id: 1, title: 'Convergence' },
    openReports: 1,
    dueAt: '2026-12-01T10:00:00.000Z',
    removedBy: null,
    reason: null,
    tellsAuthor: true,
    reports: [
      {
        id: 70 + id,
        at,
        reason: 'spam',
        details: 'Look at it.',
        body: `Comment ${id}`,
        reporter: { id: 31, username: 'kelpie' },
        hasEmail: false,
        email: null,
      },
    ],
    ...over,
  }
}
