/** Sentences about a new account or password that no form knows: only the server can tell. */
export const refusals = {
  passwordCommon: 'This password is too easy to guess: many people use it. Please choose another.',
  passwordNamesYou: 'Your username and email address are easy to guess. Please choose another password.',
  passwordNamesSite: "The site's name is easy to guess. Please choose another password.",
  usernameTaken: 'That username is taken or too similar to an existing one.',
  emailTaken: "There's already an account with this email.",
} as const
