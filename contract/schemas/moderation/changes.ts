import * as z from 'zod'
import { decisionLength, safetyMessages } from '../../values/moderation/safety'
import { time } from '../shared/parts'
import { adminVideo } from './content'

/** A video whose texts differ from those that were approved. */
export const changedVideo = z.object({
  video: adminVideo,
  changedSince: time,
  /** What the list shows; a decision on any other state is refused. */
  changes: z.number().int(),
  /** Slugs. */
  tags: z.array(z.string()),
  approved: z.object({
    at: time,
    title: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
  }),
  /** Tracks that differ. */
  captions: z.array(
    z.object({
      language: z.string(),
      label: z.string(),
      change: z.enum(['added', 'removed', 'replaced']),
    }),
  ),
})
export type ChangedVideo = z.infer<typeof changedVideo>

/** A track's file as it was approved and as it is shown. */
export const comparedCaptions = z.object({ approved: z.string().nullable(), shown: z.string().nullable() })
export type ComparedCaptions = z.infer<typeof comparedCaptions>

/** The uploader reads why, unless the changes are accepted. */
export const decideChangesInput = z
  .strictObject({
    decision: z.enum(['accept', 'revert', 'recall']),
    changes: z.int(),
    note: z.string().trim().max(decisionLength.max).default(''),
  })
  .refine(({ decision, note }) => decision === 'accept' || note.length >= decisionLength.min, {
    path: ['note'],
    message: safetyMessages.decisionMissing,
  })
export type DecideChanges = z.infer<typeof decideChangesInput>
