import { Upload } from 'lucide-react'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'

/** Leads to the upload page, on a desktop. Tab finds it in the account menu. */
export function UploadLink() {
  return (
    <ButtonLink
      to={paths.uploadVideo}
      tabIndex={-1}
      className="max-xl:w-10 max-xl:px-0 max-md:hidden"
      title="Upload Video"
    >
      <Upload aria-hidden="true" className="size-4.5" />
      <span className="max-xl:sr-only">Upload Video</span>
    </ButtonLink>
  )
}
