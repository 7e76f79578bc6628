"""What each word of rules is, for those who colour them: by the grammar, or by patterns."""
