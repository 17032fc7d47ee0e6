import { Spinner } from './spinner'

/** Shown in place of a page until its content is known. */
export function PageSpinner() {
  return (
    <div role="status" aria-label="Loading" className="grid place-items-center py-32 text-dim">
      <Spinner />
    </div>
  )
}
