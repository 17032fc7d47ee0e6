import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { User } from '#contract/schemas/accounts/auth'
import { uploadTypes } from '#contract/values/uploads/upload'
import { Avatar } from '#web/entities/uploader/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'
import { type UploadAvatar, uploadSquare, useUpdateProfile } from './own-profile'

export interface AvatarFieldProps {
  user: User
  url: string | null
  upload: UploadAvatar
}

/** Shows the account's picture. A chosen one is cut to a square and stored at once. */
export function AvatarField({ user, url, upload }: AvatarFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const update = useUpdateProfile(user.username)
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      update.mutateAsync({ avatarFile: file && (await uploadSquare(file, upload)) }),
    onSuccess: (_, file) =>
      toast(
        file
          ? { title: 'Picture saved', description: 'It appears on your page and beside your videos.' }
          : { title: 'Picture removed', description: 'Your page shows the first letter of your name.' },
      ),
    onError: (error) => failedTo('change your picture', error),
  })

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar id={user.id} username={user.username} url={url} className="size-20 text-title" />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <Button busy={change.isPending} onClick={() => input.current?.click()}>
            {url ? 'Replace picture' : 'Choose picture'}
          </Button>
          {url ? (
            <Button variant="ghost" busy={change.isPending} onClick={() => change.mutate(null)}>
              Remove picture
            </Button>
          ) : null}
        </div>
        <p className="text-faint text-meta">JPEG, PNG or WebP. We keep the middle of it as a square.</p>
      </div>
      <input
        ref={input}
        type="file"
        accept={uploadTypes.avatar.join(',')}
        hidden
        aria-label="Picture file"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) change.mutate(file)
          event.target.value = ''
        }}
      />
    </div>
  )
}
