import type { Form } from '#web/lib/form/use-form'
import { Switch } from '#web/ui/form/switch.tsx'
import type { SettingsValues } from './values/settings'

type Flag = {
  [Name in keyof SettingsValues]: SettingsValues[Name] extends boolean ? Name : never
}[keyof SettingsValues]

/** Each switch in its two positions. Where the site is available decides `regionsDecided`. */
const switches: Record<Exclude<Flag, 'regionsDecided'>, Record<'label' | 'on' | 'off', string>> = {
  requireContentApproval: {
    label: 'Require content approval',
    on: 'New videos, and replaced files, stay hidden until an administrator approves them.',
    off: "Videos go live as soon as they're uploaded.",
  },
  commentsEnabled: {
    label: 'Comments',
    on: 'Anyone with an account can comment on videos, unless the uploader turns comments off. Comments with links or blocked terms are held pending review.',
    off: 'Comments are hidden, and no one can write any. Existing ones are kept.',
  },
  maintenanceMode: {
    label: 'Maintenance mode',
    on: 'Everyone except administrators sees a maintenance page. Sign-in, payments in progress, legal pages and removal requests keep working.',
    off: 'The site is open.',
  },
  cryptoPaymentsEnabled: {
    label: 'Crypto payments',
    on: "Members can pay with any coin you've set up an address for.",
    off: 'Crypto shows as PAUSED. Payments already sent are still matched.',
  },
  fieldData: {
    label: 'Measure loading times',
    on: 'Measures loading times on a small sample of page visits, without recording who visited or which video. Never in discreet mode. Mention it in your privacy policy.',
    off: 'Nothing is recorded. Existing figures are deleted in time.',
  },
}

const names = Object.keys(switches) as (keyof typeof switches)[]

export interface SwitchFieldsProps {
  form: Form<SettingsValues>
  /** The card rules keep it on. */
  approvalLocked: boolean
}

/** Renders the switches, each with the meaning of its current position. */
export function SwitchFields({ form: { values, field }, approvalLocked }: SwitchFieldsProps) {
  return names.map((name) => {
    const { label, on, off } = switches[name]
    const isLocked = approvalLocked && name === 'requireContentApproval'
    const help = isLocked ? `${on} ${locked}` : values[name] ? on : off
    return <Switch key={name} label={label} help={help} disabled={isLocked} {...field(name)} />
  })
}

const locked = 'It stays on while the site takes cards.'
