import type { Article } from '../article.ts'

export const departmentsAndRoles: Article = {
  slug: 'departments-and-roles',
  title: 'Departments and roles',
  tags: ['Users', 'Departments', 'Permissions'],
  summary: 'How an organization is split up, and what each role may see and do.',
  body: [
    { heading: 'Departments' },
    {
      text: 'Every organization has a top level that bears its name. Where departments are switched on, it can be split: users, vessels and captains then belong to one department each, and departments may lie within others. Without them everything is at the top level.',
    },
    {
      list: [
        'People at the top level see the whole organization. The switcher in the top bar narrows every page to one department.',
        'People in a department see that department and those below it, and nothing else.',
        'A department can be deleted once no users, vessels and captains are assigned to it.',
      ],
    },
    { heading: 'Roles' },
    {
      list: [
        'Organization Admin: full access to the organization, the only role that creates and manages API keys.',
        'Organization Viewer: reads everything in the organization and comments on trips.',
        'Department Admin: manages users, vessels and other resources of the department.',
        'Department Viewer: views what belongs to the department and comments on trips.',
      ],
    },
    {
      text: 'Organization roles are given at the top level, department roles in departments. If something is shown with a lock, your role does not include it; ask an administrator of your organization.',
    },
    { heading: 'What each role may do' },
    { table: 'permissions' },
  ],
}
