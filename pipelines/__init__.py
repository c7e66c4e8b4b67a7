"""KFP pipelines: what runs after what. All behaviour is in `hat`."""
