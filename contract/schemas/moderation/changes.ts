import * as z from 'zod'
import { decisionLength, safetyMessages } from '../../values/moderation/safety'
import { prose } from '../shared/parts'
import type { AdminVideo } from './content'

/** A video whose texts differ from those that were approved. */
export interface ChangedVideo {
  video: AdminVideo
  changedSince: string
  /** The number of changes when the list was read; a decision on any other state is refused. */
  changes: number
  /** Slugs. */
  tags: string[]
  approved: {
    at: string
    title: string
    description: string
    tags: string[]
  }
  /** Tracks that differ. */
  captions: {
    language: string
    label: string
    change: 'added' | 'removed' | 'replaced'
  }[]
}

/** A track's file as it was approved and as it is shown. */
export interface ComparedCaptions {
  approved: string | null
  shown: string | null
}

/** The uploader reads `note`, which is required unless the changes are accepted. */
export const decideChangesInput = z
  .strictObject({
    decision: z.enum(['accept', 'revert', 'recall']),
    changes: z.int(),
    note: prose.max(decisionLength.max).default(''),
  })
  .refine(({ decision, note }) => decision === 'accept' || note.length >= decisionLength.min, {
    path: ['note'],
    message: safetyMessages.decisionMissing,
  })
export type DecideChanges = z.infer<typeof decideChangesInput>
