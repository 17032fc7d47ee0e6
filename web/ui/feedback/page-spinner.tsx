import { Spinner } from './spinner'

/** In the place of a page until it is known what stands there. */
export function PageSpinner() {
  return (
    <div role="status" aria-label="Loading" className="grid place-items-center py-32 text-dim">
      <Spinner />
    </div>
  )
}
