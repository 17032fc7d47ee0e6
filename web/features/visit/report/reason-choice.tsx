import { type ReportReason, reasonNames, reportReasons } from '../../../../contract/values/moderation/reasons'
import { RadioList, type RadioListProps } from '../../../ui/form/radio-list'

const meanings: Record<ReportReason, string> = {
  minor: 'Somebody shown is under 18, or looks like it.',
  without_consent: 'Somebody shown did not agree to it, or not to its being here.',
  illegal: 'Violence, coercion, animals, or anything else that the law forbids.',
  copyright: 'It belongs to somebody else.',
  spam: 'Title, picture or description promise something else.',
  other: 'Say below what it is.',
}

const choices = reportReasons.map((value) => ({ value, label: reasonNames[value], help: meanings[value] }))

export type ReasonChoiceProps = Pick<RadioListProps<ReportReason>, 'value' | 'error' | 'onChange'>

export function ReasonChoice(props: ReasonChoiceProps) {
  return <RadioList label="What is wrong?" choices={choices} {...props} />
}
