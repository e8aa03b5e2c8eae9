import type { Article } from '../article.ts'

export const userCreation: Article = {
  slug: 'user-creation',
  title: 'Creating users',
  tags: ['Users', 'Administration'],
  summary: 'Give somebody an account, a role and a department, and what they receive.',
  body: [
    {
      text: 'Organization Admins create users anywhere in the organization, Department Admins in their own department and below it.',
    },
    {
      steps: [
        'Open Users in the sidebar and choose Add user.',
        'Enter the name and the email address. The address is what the person signs in with and cannot be changed afterwards.',
        'A phone number is optional; it is needed for SMS notifications only.',
        'Choose a department where your organization has them. At the top level, which goes by the name of the organization, you find the organization roles; in any other department the department roles.',
        'Choose the role and press Create user.',
      ],
    },
    { heading: 'What the new user receives' },
    {
      text: 'A mail with a link to the console. They sign in with their email address and a code that is mailed to them, so nobody has to send passwords around. Whoever prefers a password sets one up under Settings, Password.',
    },
    { heading: 'Changing and deleting' },
    {
      list: [
        'The menu at the end of a row edits name, phone number, department and role. A change takes effect within seconds, also for pages that are open.',
        'Deleting a user signs them out everywhere. What they wrote stays, under a deleted user.',
        'Your own name, phone number and picture are under Settings, Personal. Nobody changes their own role or deletes themselves.',
        'An email address can be used once in an organization. If it is taken, the form says so.',
      ],
    },
  ],
}
