import type { AdminUser } from '#contract/schemas/moderation/users'
import { mayAppoint } from '#contract/values/accounts/appointments'
import { roleOf, type StaffRole, staffRoles } from '#contract/values/accounts/roles'
import { staffNames } from '#contract/values/accounts/staff-names'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useChangeRole } from './mutations'

export interface RoleDialogProps {
  user: AdminUser
  onClose: () => void
}

/** The powers of each role, in a sentence. */
const meanings: Record<StaffRole | 'none', string> = {
  none: "They can't open this panel. Their account, videos and premium aren't affected.",
  support:
    'Support can see accounts with their email addresses, see payments, and resend emails. They decide nothing.',
  moderator:
    'Moderators review videos, decide reports and removal requests, remove videos, and ban accounts for up to 7 days. They see no email addresses, payments or settings.',
  administrator:
    'Administrators can do everything you can, except name and remove administrators: remove videos, ban accounts, see email addresses and payments, and change settings.',
  owner: 'A site owner names and removes administrators, too. Only they can give up that role.',
}

const choices = ['none', ...staffRoles] as const

/** Gives an account another role, or takes it away. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const { username, staff } = user
  const viewer = useViewer()
  const { mutate, isPending } = useChangeRole(user)
  const isOwn = viewer.user?.id === user.id
  const offered = choices.filter((each) => {
    const to = each === 'none' ? null : each
    return to === staff || isOwn || mayAppoint(roleOf(viewer.user), staff, to)
  })
  const form = useForm(
    { role: staff ?? 'none' },
    ({ role }) => ({ role: role === (staff ?? 'none') && 'Choose another role.' }),
    ({ role }) => {
      const to = staffRoles.find((each) => each === role) ?? null
      mutate(to, {
        onSuccess: () => {
          toast({
            title: 'User role updated',
            description: to ? `${username}: ${staffNames[to]}.` : `${username} no longer has a role.`,
          })
          onClose()
        },
        onError: (refusal) => form.refuse(refusal, 'role'),
      })
    },
  )
  const chosen = choices.find((each) => each === form.values.role) ?? 'none'
  return (
    <FormDialog
      title={`Role of ${username}`}
      description={`${isOwn ? 'You are' : `${username} is`} signed out everywhere, and the new role takes effect right away.`}
      form={form}
      submit={{ label: 'Change role', busy: 'Saving...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <Field label="Role" help={meanings[chosen]} error={form.errors.role}>
        <Select data-autofocus className="max-w-60" {...form.field('role')}>
          {offered.map((each) => (
            <option key={each} value={each}>
              {each === 'none' ? 'No role' : staffNames[each]}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}
