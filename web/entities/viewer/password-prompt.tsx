import { Suspense, useEffect, useState } from 'react'
import { lazyDialog } from '../../ui/overlay/lazy-dialog'
import { offerPassword } from './with-password'

const ConfirmPasswordDialog = lazyDialog(() => import('./confirm-password-dialog'), 'ConfirmPasswordDialog')

interface Question {
  answer: (isConfirmed: boolean) => void
}

/** Shows the password dialog whenever a sensitive action asks for it. */
export function PasswordPrompt() {
  const [question, setQuestion] = useState<Question | null>(null)

  useEffect(() => {
    let asked: Promise<boolean> | null = null
    let answer: Question['answer'] = () => {}

    /** Two actions that ask at the same time share the dialog. */
    function ask(): Promise<boolean> {
      asked ??= new Promise((resolve) => {
        answer = (isConfirmed) => {
          asked = null
          setQuestion(null)
          resolve(isConfirmed)
        }
        setQuestion({ answer })
      })
      return asked
    }

    const withdraw = offerPassword(ask)
    return () => {
      withdraw()
      answer(false)
    }
  }, [])

  return (
    <Suspense>
      {question ? (
        <ConfirmPasswordDialog
          onConfirmed={() => question.answer(true)}
          onClose={() => question.answer(false)}
        />
      ) : null}
    </Suspense>
  )
}
