import * as z from 'zod'
import { typedLine } from '../shared/parts'

export const findQuery = z.strictObject({ q: typedLine.min(1, 'Paste or type something to find.').max(300) })

/** A record that a pasted text refers to. */
export type FoundThing =
  | {
      kind: 'video'
      id: number
      title: string
      hold: string | null
    }
  | { kind: 'user'; id: number; username: string; email: string }
  | {
      kind: 'payment'
      id: string
      amountText: string
      username: string | null
    }
  | {
      kind: 'claim'
      id: string
      reference: string
      username: string | null
      isOpen: boolean
      paymentId: string | null
    }
  | {
      kind: 'report' | 'removal-request' | 'removal'
      id: number
      title: string | null
      videoId: number | null
      isOpen: boolean
    }
