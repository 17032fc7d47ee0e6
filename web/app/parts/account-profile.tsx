import type { User } from '#contract/schemas/accounts/auth'
import { ProfileEditor } from '../../features/account/profile/profile-editor'
import { uploadPicture } from '../../features/publish/upload/pictures/upload-picture'

/** Renders the editor of the account's public profile. Loaded on demand. */
export function AccountProfile({ user }: { user: User }) {
  return <ProfileEditor user={user} upload={(picture) => uploadPicture(picture, 'avatar')} />
}
