import type { Form } from '../../../lib/use-form'
import { Switch } from '../../../ui/form/switch'
import type { SettingsValues } from './settings-values'

const switches = [
  {
    name: 'requireContentApproval',
    label: 'Require approval of content',
    on: 'Every new video, and every new file of an old one, waits until an administrator has approved it.',
    off: 'Videos are public as soon as they are uploaded.',
  },
  {
    name: 'maintenanceMode',
    label: 'Maintenance mode',
    on: 'Everybody but administrators is told that the site is closed for a while. Signing in, payments on their way, legal pages and removal requests go on.',
    off: 'The site is open.',
  },
  {
    name: 'cryptoPaymentsEnabled',
    label: 'Crypto payments',
    on: 'Members can pay with the coins whose addresses are set up.',
    off: 'Crypto shows as PAUSED. Payments that were sent before are still looked for.',
  },
] as const

/** Renders the switches, each with the meaning of its current position. */
export function SwitchFields({ form: { values, field } }: { form: Form<SettingsValues> }) {
  return switches.map(({ name, label, on, off }) => (
    <Switch key={name} label={label} help={values[name] ? on : off} {...field(name)} />
  ))
}
