import { Component, type ComponentType, type ReactNode, useEffect, useEffectEvent } from 'react'
import { lazyPart, loadMissingParts, PartError } from '../../lib/lazy-part'
import { failureToast } from '../feedback/toast'

/** The props of a dialog that a module exports. */
type PropsOf<Module, Name extends keyof Module> =
  Module[Name] extends ComponentType<infer Props> ? Props : never

/**
 * Returns a dialog that is loaded when it is first opened, inside its opener's Suspense. If that fails, a toast offers to try again, and the
 * page that opened it stays as it is.
 */
export function lazyDialog<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): ComponentType<PropsOf<Module, Name> & { onClose: () => void }> {
  const Part = lazyPart(load, name) as ComponentType<object>
  return (props) => (
    <DialogBoundary onClose={props.onClose}>
      <Part {...props} />
    </DialogBoundary>
  )
}

interface BoundaryProps {
  onClose: () => void
  children: ReactNode
}

class DialogBoundary extends Component<BoundaryProps, { error: unknown; attempt: number }> {
  override state: { error: unknown; attempt: number } = { error: null, attempt: 0 }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  readonly #retry = () =>
    // A part that is still missing is reported by the next rendering.
    loadMissingParts().then(() => this.setState(({ attempt }) => ({ error: null, attempt: attempt + 1 })))

  override render() {
    const { error, attempt } = this.state
    if (!error) return this.props.children
    if (!(error instanceof PartError)) throw error
    return <MissingDialog key={attempt} onTryAgain={this.#retry} onClose={this.props.onClose} />
  }
}

/** Replaces the dialog while its toast shows, or until the visitor turns to something else. */
function MissingDialog({ onTryAgain, onClose }: { onTryAgain: () => void; onClose: () => void }) {
  const tryAgain = useEffectEvent(onTryAgain)
  const close = useEffectEvent(onClose)

  useEffect(
    () =>
      failureToast({
        title: "Couldn't open this",
        description: 'Check your connection and try again.',
        action: { label: 'Try again', act: () => tryAgain() },
        onGone: () => close(),
      }),
    [],
  )
  return null
}
