import {
  type ReportReason,
  reasonNames,
  reportReasons,
  withoutConsentText,
} from '#contract/values/moderation/reasons'
import { RadioList, type RadioListProps } from '#web/ui/form/radio-list.tsx'

const meanings: Record<ReportReason, string> = {
  minor: 'Someone in it is, or appears to be, under 18.',
  without_consent: withoutConsentText,
  illegal: "Violence, coercion, animals, or anything else that's against the law.",
  copyright: 'It belongs to someone else.',
  spam: "The title, thumbnail or description doesn't match the video.",
  other: 'Tell us more below.',
}

const choices = reportReasons.map((value) => ({ value, label: reasonNames[value], help: meanings[value] }))

export type ReasonChoiceProps = Pick<RadioListProps<ReportReason>, 'value' | 'error' | 'onChange'>

export function ReasonChoice(props: ReasonChoiceProps) {
  return <RadioList label="What's wrong with it?" choices={choices} {...props} />
}
