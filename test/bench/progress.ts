import type { FullConfig, Reporter, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import { figure, isMet, type Row } from '#tools/tests/pages/media'

/** Prints the name of a measurement, its progress every 30 s, and its result: a measurement takes minutes. */
export default class Progress implements Reporter {
  #what = 'the start of the site'
  readonly #start = Date.now()
  #since = this.#start
  #steps: TestStep[] = []
  readonly #timer = setInterval(() => {
    const where = this.#steps.map(({ title }) => title).join(' > ')
    say(`    ${secondsSince(this.#since)} s into ${this.#what}${where && `, at: ${where}`}`)
  }, 30_000)

  onBegin(_: FullConfig, suite: Suite): void {
    const count = suite.allTests().length
    if (count > 0) say(`The site started in ${secondsSince(this.#start)} s. Measurements: ${count}`)
  }

  onTestBegin({ title, tags }: TestCase): void {
    this.#what = [...tags, title].join(' ').replaceAll('@', '')
    this.#since = Date.now()
    say(`  ${this.#what}`)
  }

  onStepBegin(_: TestCase, __: TestResult, step: TestStep): void {
    this.#steps.push(step)
  }

  onStepEnd(_: TestCase, __: TestResult, step: TestStep): void {
    this.#steps = this.#steps.filter((each) => each !== step)
  }

  onTestEnd({ annotations }: TestCase, { status, errors }: TestResult): void {
    this.#steps = []
    for (const { type, description = '' } of annotations)
      if (type === 'row') say(`    ${wordsOf(JSON.parse(description) as Row)}`)
    for (const { stack, message = '' } of errors) say(stack ?? message)
    say(`    ${status} after ${secondsSince(this.#since)} s`)
  }

  onError({ stack, message = '' }: { stack?: string; message?: string }): void {
    say(stack ?? message)
  }

  onEnd(): void {
    clearInterval(this.#timer)
    say(`${secondsSince(this.#start)} s in all`)
  }
}

function wordsOf(row: Row): string {
  const { id, what, value, limit, unit } = row
  return `${id} ${what}: ${figure(value)} ${unit} of ${figure(limit)} ${unit}, ${isMet(row) ? 'met' : 'missed'}`
}

function secondsSince(since: number): number {
  return Math.round((Date.now() - since) / 1000)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
