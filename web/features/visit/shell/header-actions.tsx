import { Upload } from 'lucide-react'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'

/** Renders the viewer's next step on a desktop; nothing until the viewer is known. */
export function HeaderActions() {
  const { user, pending } = useViewer()
  if (pending) return null
  if (!user) {
    return (
      <ButtonLink to={paths.signIn} variant="primary" className="max-md:hidden">
        Sign In
      </ButtonLink>
    )
  }
  return (
    <ButtonLink
      to={paths.uploadVideo}
      // Tab finds it in the account menu.
      tabIndex={-1}
      className="mr-2 max-xl:w-10 max-xl:px-0 max-md:hidden"
      title="Upload Video"
    >
      <Upload aria-hidden="true" className="size-4.5" />
      <span className="max-xl:sr-only">Upload Video</span>
    </ButtonLink>
  )
}
