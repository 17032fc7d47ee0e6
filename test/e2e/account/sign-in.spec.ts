import { expect, fillSignIn, newName, test } from '../support/site'

test('sign-up shows each fault at its field, the server’s too, and loses nothing', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await page.goto('/signup')
  await page.getByLabel('Username').fill('ab')
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByLabel('Confirm Password', { exact: true }).fill('54321')
  await page.getByRole('button', { name: 'Create Account' }).click()
  for (const sentence of [
    'Username must be at least 3 characters.',
    'Please enter a valid email address.',
    'Password must be at least 6 characters.',
    'You must confirm that you are 18 or older.',
    'You must agree to the terms and conditions.',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  // Looks like an existing account: the digit one for the letter.
  await page.getByLabel('Username').fill('v1ewer')
  await page.getByLabel('Email').fill(`${newName()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('long enough')
  await page.getByLabel('Confirm Password', { exact: true }).fill('long enough')
  await page.getByLabel('I confirm that I am 18 years of age or older').check()
  await page.getByLabel(/I agree to the/).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText(/That username is taken/).first()).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('v1ewer')
})

test('signing in, out, and being kept out', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await page.goto('/my-videos')
  await expect(page.getByText('Please sign in to view your videos')).toBeVisible()
  await expect(page).toHaveURL(/\/signin/)
  await page.getByLabel('Username').fill('viewer')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Invalid username or password. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('viewer')
  await fillSignIn(page, 'viewer', 'nocturne-demo')
  await expect(page).toHaveURL('/')
  await page.goto('/admin')
  await expect(page.getByText('You do not have administrator privileges.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a like is a toggle that stays', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await page.goto('/video/3')
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(page.getByText('Please try again or sign in')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Username').fill('viewer')
  await page.getByLabel('Password', { exact: true }).fill('nocturne-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/video/3')
  await expect(page.getByText('You liked the video.')).toBeVisible()
  const like = page.getByRole('button', { name: 'Like', exact: true })
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})
