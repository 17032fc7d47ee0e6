import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UpdateProfile } from '#contract/schemas/videos/profiles'
import { avatarSize } from '#contract/values/videos/profiles'
import { call, client } from '#web/lib/api'
import { PlainError } from '#web/lib/api-error'
import { bootKeys, key } from '#web/lib/query/keys'
import { squarePicture } from './square-picture'

/** Queries the account's own profile. */
export const ownProfileQuery = queryOptions({
  queryKey: key('account', 'profile'),
  queryFn: ({ signal }) => call(client.api.account.profile.$get({}, { init: { signal } })),
})

/** Uploads a profile picture, and returns the ID of the finished upload. */
export type UploadAvatar = (picture: Blob) => Promise<string>

export function useUpdateProfile(username: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: UpdateProfile) => call(client.api.account.profile.$put({ json: change })),
    onSuccess(saved) {
      queryClient.setQueryData(ownProfileQuery.queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: bootKeys.profile(username) })
    },
  })
}

/** Cuts a picture to a square and uploads it. Throws a sentence where it can't be used. */
export async function uploadSquare(file: Blob, upload: UploadAvatar): Promise<string> {
  const square = await squarePicture(file)
  if (square) return upload(square)
  throw new PlainError(
    `This picture can't be used. Choose a JPEG, PNG or WebP of at least ${avatarSize.min} by ${avatarSize.min} pixels.`,
  )
}
