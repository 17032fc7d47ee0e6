import * as z from 'zod'
import type { PaymentMethod } from '../../values/payments/payments'
import type { CardProcessor } from '../../values/payments/processors'
import { legalBodyLength, legalTitleLength } from '../../values/site/legal-text'
import type { Account } from '../shared/parts'
import { line } from '../shared/parts'
import type { SettingsDocument } from './settings'

/** The settings as administrators see them. Sizes are in bytes. */
export type AdminSettings = SettingsDocument & {
  /** What is configured on this server, whatever the settings say. */
  configured: { methods: PaymentMethod[]; cardProcessors: CardProcessor[] }
  /** Turned on and off by an act of its own, which keeps the card rules. */
  cardPaymentsEnabled: boolean
  /** Since when the card rules lock approval; null while they don't. */
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
  /** A later version of the text that the site comes with, for a page that was edited before it. */
  newerDefault: { title: string; body: string } | null
}

export const publishLegalInput = z.strictObject({
  title: line.min(legalTitleLength.min).max(legalTitleLength.max),
  body: z.string().trim().min(legalBodyLength.min).max(legalBodyLength.max),
  /** The version that was edited: if there is a newer one, saving is a conflict. */
  version: z.int(),
})
export type PublishLegal = z.infer<typeof publishLegalInput>
