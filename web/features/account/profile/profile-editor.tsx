import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { User } from '#contract/schemas/accounts/auth'
import type { OwnProfile } from '#contract/schemas/videos/profiles'
import { aboutLength, profileMessages } from '#contract/values/videos/profiles'
import { useForm } from '#web/lib/form/use-form'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { toast } from '#web/ui/feedback/toast'
import { Field, FieldError } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { AvatarField } from './avatar-field'
import { ownProfileQuery, type UploadAvatar, useUpdateProfile } from './own-profile'

export interface ProfileEditorProps {
  user: User
  upload: UploadAvatar
}

/** Edits an uploader's public profile: a picture, and a few words. */
export function ProfileEditor({ user, upload }: ProfileEditorProps) {
  const { data, error, refetch } = useQuery(ownProfileQuery)
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid max-w-2xl gap-5 rounded-panel border border-line bg-surface-1 p-5 sm:p-7"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-bold text-section">
          Public profile
        </h2>
        <TextLink to={paths.profile(user.username)}>View your page</TextLink>
      </div>
      {data ? (
        <Fields user={user} profile={data} upload={upload} />
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-64 rounded-nav" />
      )}
    </section>
  )
}

function Fields({ user, profile, upload }: ProfileEditorProps & { profile: OwnProfile }): ReactNode {
  const update = useUpdateProfile(user.username)
  const form = useForm(
    { about: profile.about },
    ({ about }) => ({ about: about.trim().length > aboutLength.max && profileMessages.aboutLong }),
    ({ about }) =>
      update.mutate(
        { about },
        {
          onSuccess: () => toast({ title: 'Profile saved', description: 'Your page shows it now.' }),
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <>
      <AvatarField user={user} url={profile.avatarUrl} upload={upload} />
      <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <Field
          label="About"
          help="Plain text, shown on your page once you publish a public video."
          error={form.errors.about}
          aside={`${form.values.about.length} / ${aboutLength.max}`}
        >
          <Textarea {...form.field('about')} placeholder="What do you publish?" />
        </Field>
        <div role="alert">
          <FieldError id="profile-error">{form.failure ?? undefined}</FieldError>
        </div>
        <div>
          <Button type="submit" variant="primary" busy={update.isPending}>
            {update.isPending ? 'Saving...' : 'Save profile'}
          </Button>
        </div>
      </form>
    </>
  )
}
