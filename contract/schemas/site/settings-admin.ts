import * as z from 'zod'
import type { PaymentMethod } from '../../values/payments/payments'
import type { CardProcessor } from '../../values/payments/processors'
import { legalBodyLength, legalTitleLength } from '../../values/site/legal-text'
import type { Account } from '../shared/parts'
import { line, prose } from '../shared/parts'
import type { SettingsDocument } from './settings'

/** The settings as administrators see them. Sizes are in bytes. */
export type AdminSettings = SettingsDocument & {
  /** Payment methods and card processors configured on this server, whatever the settings say. */
  configured: { methods: PaymentMethod[]; cardProcessors: CardProcessor[] }
  /** Turned on and off by separate calls, which enforce the card rules. */
  cardPaymentsEnabled: boolean
  /** Time at which the card rules locked approval; null if they don't apply. */
  cardRulesSince: string | null
  updatedAt: string
  updatedBy: Account | null
}

export interface LegalVersion {
  version: number
  title: string
  publishedAt: string
}
/** A legal page for editing: its text with placeholders unfilled, and earlier versions, newest first. */
export interface AdminLegal {
  slug: string
  title: string
  body: string
  version: number
  publishedAt: string
  versions: LegalVersion[]
  /** A newer version of the built-in text, if the page was edited before that version came out. */
  newerDefault: { title: string; body: string } | null
}

export const publishLegalInput = z.strictObject({
  title: line.min(legalTitleLength.min).max(legalTitleLength.max),
  body: prose.min(legalBodyLength.min).max(legalBodyLength.max),
  /** The version that was edited: if there is a newer one, saving is a conflict. */
  version: z.int(),
})
export type PublishLegal = z.infer<typeof publishLegalInput>
