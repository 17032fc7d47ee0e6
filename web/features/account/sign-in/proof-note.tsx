/** Says what the browser does while it solves a puzzle. Always rendered, so that screen readers announce the change. */
export function ProofNote({ solving }: { solving: boolean }) {
  return (
    <p role="status" className="text-center text-dim text-meta empty:sr-only">
      {solving
        ? 'Your browser is solving a small puzzle that keeps bots from flooding this form. It takes a few seconds.'
        : null}
    </p>
  )
}
